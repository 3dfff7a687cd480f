/** Urgent jobs are found without reading all others that are due. */
export default (): string[] => ['create index jobs_by_kind on jobs (kind, due_at)']
