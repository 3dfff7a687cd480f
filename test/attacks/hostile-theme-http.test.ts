import { attackEverything } from './hostile-theme.ts'
import { PLAIN } from './transport.ts'

attackEverything(PLAIN)
