const PATHS = {
  palette:
    'M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.6-2.2-.5-1.6.4-2.8 2-2.800H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10zM7.5 12h.01M9.5 7.800h.01M14.5 7.800h.01',
  home: 'M4 11l8-7 8 7v9h-5.500v-6h-5v6H4z',
  apps: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20.500c.4-4 3.400-6 7.500-6s7.100 2 7.500 6',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.500 20c.3-3.500 3-5.500 6.500-5.500s6.200 2 6.500 5.500M16 5.500a3 3 0 0 1 0 6M18 14.800c2 .7 3.300 2.500 3.500 5.200',
  approve:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2.500 20c.3-3.500 3-5.500 6.500-5.500s6.200 2 6.500 5.500M15.500 10l2.300 2.300 4-4.600',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.5 12h2M19.5 12h2M5.3 5.300l1.4 1.400M17.3 17.300l1.4 1.400M5.3 18.700l1.4-1.400M17.3 6.700l1.4-1.4',
  moon: 'M20 14.500A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.500z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  out: 'M14 4H5v16h9M10 12h10M16.5 8l4 4-4 4',
  plus: 'M12 5v14M5 12h14',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.500L20.5 20.5',
  download: 'M12 4v11M7 10.500l5 5 5-5M4.5 20h15',
  upload: 'M12 16V5M7 9.500l5-5 5 5M4.5 20h15',
  trash: 'M4.5 7h15M9 7V4.500h6V7M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  pencil: 'M4 20l1-4L16.5 4.500l3 3L8 19zM14 7l3 3',
  redo: 'M15 5l5 5-5 5M19.500 10H10a6 6 0 0 0 0 12h2',
  flow: 'M4 4.500h7v5H4zM13 14.500h7v5h-7zM7.500 9.500V17H13',
  undo: 'M9 5L4 10l5 5M4.5 10H14a6 6 0 0 1 0 12h-2',
  history: 'M4 12a8 8 0 1 0 2.5-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 2',
  folder: 'M3.5 6h6l2 2.500h9V19h-17z',
  file: 'M6 3.500h8l4.5 4.500v12.500H6zM14 3.500V8h4.5',
  image: 'M4 5h16v14H4zM4 16l5-5 4.5 4.500L16 13l4 4M15.5 9h.01',
  warning: 'M12 4L2.5 20h19zM12 10v4.500M12 17.200v.01',
  info: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 7.800v.01',
  help: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.5 9.600a2.6 2.6 0 1 1 3.700 2.400c-.8.400-1.200.900-1.200 1.900M12 16.800v.01',
  failed: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.2 9.200l5.6 5.600M14.8 9.200l-5.6 5.6',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.6.5.9 1.100.9 1.800h5.200c0-.7.3-1.300.9-1.800A6 6 0 0 0 12 3z',
  external: 'M13 4h7v7M20 4l-9 9M18 14v6H4V6h6',
  play: 'M7 4.500v15l12-7.500z',
  close: 'M6 6l12 12M18 6L6 18',
  mail: 'M3.5 6h17v12.500h-17zM4 7l8 6.500L20 7',
  funnel: 'M4 5h16M7 10h10M9.5 15h5M11 20h2',
  sidebar: 'M4 5h16v14H4zM9.5 5v14',
  compare: 'M4 5h7v14H4zM13 5h7v14h-7zM6.5 9h2M6.5 12h2M15.5 9h2',
  globe:
    'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.500 12h17M12 3.500c3 2.500 3 14.500 0 17M12 3.500c-3 2.500-3 14.500 0 17',
  key: 'M8 11.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM11.5 12.500L20 4M16 8l3 3',
} as const

export type IconName = keyof typeof PATHS

/** An icon beside a text. It is decorative, so screen readers ignore it. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
