import type { Dialect } from './migrations.ts'

/** What the registration pages of a theme may send, and the events they sent here: counted by day, never by person. */
export default ({ text }: Dialect): string[] => [
  `create table theme_analytics (
    tenant ${text} not null,
    theme ${text} not null,
    eval_container ${text},
    first_party bigint not null,
    primary key (tenant, theme),
    foreign key (tenant, theme) references themes (tenant, id) on delete cascade
  )`,
  `create table analytics_days (
    tenant ${text} not null references tenants (id) on delete cascade,
    day ${text} not null,
    theme ${text} not null,
    application ${text} not null,
    locale ${text} not null,
    event ${text} not null,
    times bigint not null,
    journeys bigint not null,
    primary key (tenant, day, theme, application, locale, event)
  )`,
]
