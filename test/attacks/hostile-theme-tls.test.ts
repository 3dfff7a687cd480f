import { attackEverything } from './hostile-theme.ts'
import { SECURE } from './transport.ts'

attackEverything(SECURE)
