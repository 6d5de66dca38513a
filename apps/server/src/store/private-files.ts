import { chmodSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** The part of PGlite's WebAssembly file system that is used here. Its types do not describe it. */
interface NodeOperations {
  mknod: (parent: object, name: string, mode: number, device: number) => object
  setattr: (node: object, attributes: { mode?: number | null | undefined }) => void
}

/**
 * PGlite creates many of its files with access for everyone, whatever the umask. Their folder is private, but
 * a backup or a copy of it may not be. So this file system removes the permissions of others from each file.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    restrictPermissions(this.rootDir)
    const restrict: NonNullable<Options['preRun']>[number] = (module) => {
      const { node_ops: operations } = (
        module as { FS: { filesystems: { NODEFS: { node_ops: NodeOperations } } } }
      ).FS.filesystems.NODEFS
      const { mknod, setattr } = operations
      operations.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~0o077, device)
      operations.setattr = (node, attributes) =>
        setattr(
          node,
          typeof attributes.mode === 'number'
            ? { ...attributes, mode: attributes.mode & ~0o077 }
            : attributes,
        )
    }
    return super.init(pglite, { ...options, preRun: [...(options.preRun ?? []), restrict] })
  }
}

/** For the files of a store that an older version created. */
function restrictPermissions(folder: string) {
  if (!existsSync(folder)) return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}
