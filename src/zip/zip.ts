export { packed, packedLater, unpacked } from './blob.ts'
export { type Codec, createCodec } from './codec.ts'
export { type PackageContents, RATIO_FLOOR, readPackage } from './read.ts'
export { type ArchiveEntry, archiveChunks, archived, archiveSize, wholeArchive } from './write.ts'
