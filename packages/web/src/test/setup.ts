import { configure } from '@testing-library/react'

// As on the server: no test means anything by how long it waits.
configure({ asyncUtilTimeout: 30_000 })
