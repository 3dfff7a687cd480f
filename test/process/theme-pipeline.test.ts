import { quickProgram } from '../support/process.ts'
import { pipelineTests } from './pipelines.ts'

// The other example runs with the package, in package.test.ts.
pipelineTests('PostgreSQL', 'gitlab-ci.yml', quickProgram)
