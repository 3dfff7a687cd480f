import type { Readable } from 'node:stream'
import { constants, inflateRawSync } from 'node:zlib'
import { ZipArchive } from 'archiver'
import yauzl from 'yauzl'
import { DEFAULT_LIMITS } from '../src/core/refusal.ts'
import { archiveSize, createCodec, packed, readPackage, wholeArchive } from '../src/zip/zip.ts'
import { costRow, cpuMs, type Row, surchargeRow, TINY } from './measure.ts'
import { type Sample, sample } from './sample.ts'

const ASSEMBLED = 200
const INGESTED = 6
const OVER_INFLATE = 1.7
const CALLS = TINY ? 1 : 20

/** What a package costs on its way out and on its way in. */
export async function packageRows(count: number): Promise<Row[]> {
  const files = sample(count)
  const ours = assembler(files)
  const download = await ours()
  const upload = Buffer.concat(await collected(archiverStream(files)))
  checkEqual(download, upload)
  return [
    await costRow(
      `assemble ${count} files (archiver 8)`,
      ASSEMBLED,
      () => cpuMs(5 * CALLS, ours),
      () => cpuMs(Math.ceil(CALLS / 7), () => collected(archiverStream(files))),
    ),
    ...(await ingestRows(count, upload)),
  ]
}

async function ingestRows(count: number, upload: Buffer): Promise<Row[]> {
  const codec = createCodec()
  try {
    // A copy, because the codec takes the memory of what it reads.
    const ours = () => cpuMs(CALLS, () => codec.read(new Uint8Array(upload), DEFAULT_LIMITS))
    const streams = Array.from(readPackage(upload, DEFAULT_LIMITS).files.values(), blob => blob.deflated)
    const inflated = async () => {
      for (const stream of streams) inflateRawSync(stream)
    }
    return [
      await costRow(`ingest ${count} files (yauzl 3)`, INGESTED, ours, () =>
        cpuMs(Math.ceil(CALLS / 4), () => readByYauzl(upload)),
      ),
      await surchargeRow(`ingest ${count} files (inflate alone)`, OVER_INFLATE, ours, () =>
        cpuMs(CALLS, inflated),
      ),
    ]
  } finally {
    await codec.close()
  }
}

/** A package as the service makes it for a download, its contents at hand. */
function assembler(files: Sample): () => Promise<Buffer> {
  const stored = Array.from(files, ([path, bytes]) => ({ path, blob: packed(bytes) }))
  const unsorted = stored.map(({ path, blob: { deflated: _, ...info } }) => ({ path, ...info }))
  // As the store returns them.
  const entries = unsorted.sort((one, other) => (one.path < other.path ? -1 : 1))
  const blobs = new Map(stored.map(({ blob }) => [blob.digest, blob]))
  return async () => {
    archiveSize(entries)
    return await wholeArchive(entries, async () => blobs)
  }
}

function archiverStream(files: Sample): Readable {
  // Without a level, archiver takes the fastest one instead of zlib's default.
  const archive = new ZipArchive({ zlib: { level: constants.Z_DEFAULT_COMPRESSION } })
  for (const [path, bytes] of files) archive.append(bytes, { name: `templates/${path}` })
  archive.finalize()
  return archive
}

async function readByYauzl(archive: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(archive)
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) await collected(await zip.openReadStreamPromise(entry))
  }
}

async function collected(stream: Readable): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

function checkEqual(one: Buffer, other: Buffer): void {
  const [a, b] = [one, other].map(archive =>
    Array.from(
      readPackage(archive, DEFAULT_LIMITS).files,
      ([path, { digest }]) => `${path} ${digest}`,
    ).sort(),
  )
  if (a!.join('\n') !== b!.join('\n')) throw new Error('the two archives do not hold the same files')
}
