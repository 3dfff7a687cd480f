import './unsaved.ts'
import './mantine-styles.ts'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { cssVariables, mantineTheme } from './mantine.ts'
import { nonce } from './nonce.ts'
import { LoadingStatus } from './parts/loading.tsx'

// Mantine's scroll lock for dialogs reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce })

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={mantineTheme}
    defaultColorScheme="auto"
    cssVariablesResolver={cssVariables}
    getStyleNonce={() => nonce}
  >
    <App />
    <LoadingStatus />
  </MantineProvider>,
)
