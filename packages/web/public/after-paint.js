// Fetches the program once the first view is drawn: on a slow line both would share the line. A browser does not draw a hidden page, so there the
// program comes at once.
;((files) => {
  var begun = false
  var begin = () => {
    if (begun) return
    begun = true
    files.forEach((file) => {
      var link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    })
    import(files[0]).catch(() => {
      // What is pressed now is the wish to try again: theme.js.
      document.documentElement.setAttribute('data-first-view', 'failed')
      document.querySelectorAll('[data-early]').forEach((button) => {
        button.removeAttribute('data-loading')
      })
    })
  }
  if (document.hidden) return begin()
  new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
  document.addEventListener('visibilitychange', begin)
})(document.currentScript.getAttribute('data-files').split(' '))
