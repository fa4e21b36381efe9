import { basename, dirname } from 'node:path';

/** A file; whoever has it open keeps it when its name is gone. */
export interface Inode {
  bytes: Buffer;
  length: number;
}

const FIRST_ROOM = 1024;

export function fault(code: string): Error {
  return Object.assign(new Error(`${code}, by the simulation`), { code });
}

/** What all processes see of the file system: names, bytes, locks. */
export class Disk {
  readonly #directories = new Map<string, Map<string, Inode>>();
  /** Who holds a lock, by its path. */
  readonly #locks = new Map<string, object>();

  makeDirectory(path: string): void {
    if (!this.#directories.has(path)) this.#directories.set(path, new Map());
  }

  removeDirectory(path: string): void {
    if (this.#namesIn(path).size > 0) throw fault('ENOTEMPTY');
    this.#directories.delete(path);
  }

  /** Directories right below one. */
  directoriesIn(path: string): string[] {
    return [...this.#directories.keys()]
      .filter((name) => dirname(name) === path)
      .map((name) => basename(name));
  }

  list(path: string): string[] {
    return [...this.#namesIn(path).keys()];
  }

  exists(path: string): boolean {
    return (
      this.#directories.has(path) || (this.#directories.get(dirname(path))?.has(basename(path)) ?? false)
    );
  }

  make(path: string): Inode {
    const file = { bytes: Buffer.alloc(FIRST_ROOM), length: 0 };
    this.#namesIn(dirname(path)).set(basename(path), file);
    return file;
  }

  find(path: string): Inode {
    const file = this.#directories.get(dirname(path))?.get(basename(path));
    if (file === undefined) throw fault('ENOENT');
    return file;
  }

  unlink(path: string): void {
    if (!this.#namesIn(dirname(path)).delete(basename(path))) throw fault('ENOENT');
  }

  rename(from: string, to: string): void {
    const file = this.find(from);
    this.#namesIn(dirname(to)).set(basename(to), file);
    this.unlink(from);
  }

  write(file: Inode, bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    if (end > file.bytes.length) {
      const grown = Buffer.alloc(Math.max(end, file.bytes.length * 2));
      file.bytes.copy(grown, 0, 0, file.length);
      file.bytes = grown;
    }
    if (position > file.length) file.bytes.fill(0, file.length, position);
    file.bytes.set(bytes, position);
    file.length = Math.max(file.length, end);
  }

  lock(path: string, holder: object): boolean {
    const owner = this.#locks.get(path);
    if (owner !== undefined) return false;
    if (!this.exists(path)) this.make(path);
    this.#locks.set(path, holder);
    return true;
  }

  unlock(path: string): void {
    this.#locks.delete(path);
  }

  /** What the system does with the locks of a process that ends. */
  releaseAll(holder: object): void {
    for (const [path, owner] of this.#locks) if (owner === holder) this.#locks.delete(path);
  }

  #namesIn(path: string): Map<string, Inode> {
    const names = this.#directories.get(path);
    if (names === undefined) throw fault('ENOENT');
    return names;
  }
}
