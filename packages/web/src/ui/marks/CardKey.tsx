import classes from './CardKey.module.css'

/** What people call a card; nothing while the server has still to name it. */
export const CardKey = ({ text }: { text: string }) =>
  text === '' ? null : (
    <>
      <span className={classes.key}>{text}</span>{' '}
    </>
  )
