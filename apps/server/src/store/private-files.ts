import { chmodSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']
type Options = Parameters<Init>[1]

/** What is used here of the file system in PGlite's WebAssembly module; its types leave it open. */
interface NodeOperations {
  mknod: (parent: object, name: string, mode: number, device: number) => object
  setattr: (node: object, attributes: { mode?: number | null | undefined }) => void
}

/**
 * PGlite makes many of its files readable and writable by everybody, whatever the umask. The folder around
 * them is closed, but a backup or a copy of them often is not, so that nobody else is let in at each file.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    closeToOthers(this.rootDir)
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

/** Files of a store that was made before they were closed. */
function closeToOthers(folder: string) {
  if (!existsSync(folder)) return
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
}
