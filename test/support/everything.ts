/** Whether `npm run test:full` runs: it tries every combination, also those whose results cannot differ. */
export const EVERYTHING = process.env.TABARD_TEST_FULL !== undefined
