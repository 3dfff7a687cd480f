import type { Dialect } from './migrations.ts'

/**
 * `theme_limit`: the themes that an API client is limited to and its entitlements, as JSON; null if it is not limited.
 * The column `entitlements` of a limited client is empty, so that nodes that do not know limits refuse it.
 * `theme_sources`: the files that a repository and a theme had in common after the last push from the repository.
 */
export default ({ text }: Dialect): string[] => [
  `alter table api_clients add column theme_limit ${text}`,
  `create table theme_sources (
    tenant ${text} not null,
    theme ${text} not null,
    source ${text} not null,
    revision bigint not null,
    files ${text} not null,
    pushed_at bigint not null,
    primary key (tenant, theme, source),
    foreign key (tenant, theme) references themes (tenant, id) on delete cascade
  )`,
]
