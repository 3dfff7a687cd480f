import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinServer } from './pin.ts'
import type { ServerProcess } from './process.ts'

/** nginx in one process that serves files, and writes a line to its log for each of them. */
export async function startNginx(
  files: Readonly<Record<string, Uint8Array>>,
  settings = '',
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-bench-nginx-'))
  const port = await freePort()
  mkdirSync(join(folder, 'files'))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'files', name), bytes)
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off;
master_process off;
pid ${folder}/pid;
error_log ${folder}/errors crit;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log ${folder}/requests combined;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 10000;
  open_file_cache max=100;
  types { application/json json; text/css css; text/html html; application/zip zip; }
  server {
    listen 127.0.0.1:${port};
    root ${folder}/files;
    ${settings}
  }
}
`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', configuration], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true })
  }
  await once(child, 'spawn')
  while (!(await isAnswering(url))) {
    if (child.exitCode !== null) throw new Error('nginx ended before it listened')
    await sleep(20)
  }
  pinServer(child.pid!)
  return { url, pid: child.pid!, stop }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).bytes()
    return true
  } catch {
    return false
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
