import type { HostName } from '../rules/host-name.ts';
import { Arena, within } from './arena.ts';
import { copyBytes, latin1, wordAt } from './bytes.ts';
import { FORWARD_HOST } from './compiled-forwards.ts';
import { BITS_OFFSET, EXPIRY_OFFSET, OWNER_OFFSET, PLUGIN_OFFSET, STATE_OFFSET } from './compiled-link.ts';
import { hashCode, hashId } from './hashes.ts';
import { HostNames } from './host-names.ts';
import { Names } from './names.ts';
import {
  codeOf,
  countAt,
  findTarget,
  hasCode,
  keyAt,
  recordLength,
  rulesOf,
  setCountAt,
  targetAt,
  targetCountOf,
  targetSection,
} from './record.ts';
import { bitsOf, EXPIRY, HOST, ID, NO_RECORD, OWNER, packRules, RECORD, ROW_WORDS, RULES } from './rows.ts';
import { Slots } from './slots.ts';
import { setViews, viewsOf } from './visit-limit.ts';

const INITIAL_CAPACITY = 1024;
const GROWTH = 1.5;
const MAX_PLUGINS = 256;

/** A link as the store keeps it: 12 bytes of id, `host/code` and the compact form of compiled-link.ts. */
export interface StoredLink {
  id: Uint8Array;
  host: string;
  code: string;
  compiled: Uint8Array;
}

/**
 * All links of this process, off the JavaScript heap: a row of words by ordinal, code and targets in an arena,
 * one hash table over (host, code) and one over ids. About 130 bytes a link with one target.
 */
export class LinkIndex {
  readonly arena = new Arena();
  /** Those that links stand on, and those that have rules: what leads to one of them may lead to a link of ours. */
  readonly hosts = new HostNames();
  readonly owners = new Names();
  readonly plugins = new Names();
  /** Texts of rules, as links carry them. */
  readonly rules = new Names();
  #rows: Uint32Array;
  #ownerWords = new Uint32Array(3 * 64);
  #hostLinks: number[] = [];
  #byCode: Slots;
  #byId: Slots;
  /** Owner numbers by their words. */
  #byOwner = new Slots(64);
  #lastPlugin = '';
  #lastPluginNumber = -1;
  #lastHost = '';
  #lastHostNumber = -1;
  #free: number[] = [];
  #end = 0;
  #changes = 0;

  /** `expected` links are held without growing. */
  constructor(expected = INITIAL_CAPACITY) {
    const capacity = Math.max(INITIAL_CAPACITY, expected);
    this.#rows = new Uint32Array(capacity * ROW_WORDS);
    this.#byCode = new Slots(capacity);
    this.#byId = new Slots(capacity);
  }

  get size(): number {
    return this.#end - this.#free.length;
  }

  /** Rises with each change: tells whether a snapshot is still current. */
  get changes(): number {
    return this.#changes;
  }

  /** Ordinals run from 0 to here; some hold no link. */
  get end(): number {
    return this.#end;
  }

  /** The rows of rows.ts; a link's words start at ordinal × ROW_WORDS. */
  get rows(): Uint32Array {
    return this.#rows;
  }

  /** Three words an owner, by owner number. */
  get ownerWords(): Uint32Array {
    return this.#ownerWords;
  }

  /** Whether any link is bound to this host. */
  hasHost(name: string): boolean {
    return this.hasLinksAt(this.hosts.numberOf(name));
  }

  /** The same for whoever knows the name's hash. */
  hasLinksOn({ name, hash }: Pick<HostName, 'name' | 'hash'>): boolean {
    return this.hasLinksAt(this.hosts.find(name, hash));
  }

  /** Ordinal of a link, or -1. `host` is its number in `hosts`. */
  find(host: number, code: string): number {
    if (host < 0) return -1;
    const hash = hashCode(this.hosts.hashOf(host), code);
    for (let slot = this.#byCode.start(hash); ; slot = this.#byCode.next(slot)) {
      const ordinal = this.#byCode.ordinalAt(slot);
      if (ordinal < 0) return -1;
      if (this.#byCode.hashAt(slot) !== hash || this.#rows[ordinal * ROW_WORDS + HOST] !== host) continue;
      if (this.#hasCode(ordinal, code)) return ordinal;
    }
  }

  /**
   * The same by the host's name, which is compared where the link is found: that of ten thousand hosts it need not be looked
   * up before the code saves a visit the memory that this takes.
   */
  findOn({ name, hash: host }: Pick<HostName, 'name' | 'hash'>, code: string): number {
    const hash = hashCode(host, code);
    for (let slot = this.#byCode.start(hash); ; slot = this.#byCode.next(slot)) {
      const ordinal = this.#byCode.ordinalAt(slot);
      if (ordinal < 0) return -1;
      if (this.#byCode.hashAt(slot) !== hash || !this.#hasCode(ordinal, code)) continue;
      if (this.hosts.isNamed(this.#rows[ordinal * ROW_WORDS + HOST] as number, name)) return ordinal;
    }
  }

  /** Ordinal of the link with this id, or -1. The id is 12 bytes as three little-endian words. */
  findById(first: number, second: number, third: number): number {
    const rows = this.#rows;
    const hash = hashId(first, second, third);
    for (let slot = this.#byId.start(hash); ; slot = this.#byId.next(slot)) {
      const ordinal = this.#byId.ordinalAt(slot);
      if (ordinal < 0) return -1;
      const at = ordinal * ROW_WORDS + ID;
      if (rows[at] === first && rows[at + 1] === second && rows[at + 2] === third) return ordinal;
    }
  }

  /** Position of a link's record in the arena, or NO_RECORD. */
  recordOf(ordinal: number): number {
    return this.#rows[ordinal * ROW_WORDS + RECORD] as number;
  }

  /** Rule bits of a link (compiled-link.ts). */
  bitsOf(ordinal: number): number {
    return bitsOf(this.#rows[ordinal * ROW_WORDS + RULES] as number);
  }

  /** Id of a link, 24 hex digits. */
  idOf(ordinal: number): string {
    const { buffer, byteOffset, BYTES_PER_ELEMENT } = this.#rows;
    const at = byteOffset + (ordinal * ROW_WORDS + ID) * BYTES_PER_ELEMENT;
    return Buffer.from(buffer, at, 12).toString('hex');
  }

  codeOf(ordinal: number): string {
    const position = this.recordOf(ordinal);
    return codeOf(this.arena.bytesAt(position), within(position));
  }

  /** Adds or replaces a link; counts of targets that stay are kept. Throws RangeError when the compact form is damaged. */
  put(link: StoredLink): number {
    const section = targetSection(link.compiled);
    if (link.code.length > 255) throw new RangeError('the code is too long');
    const first = wordAt(link.id, 0);
    const second = wordAt(link.id, 4);
    const third = wordAt(link.id, 8);
    const plugin = this.#plugin(link.compiled);
    const owner = this.#owner(link.compiled);
    const host = this.#host(link.host);
    if (link.host === FORWARD_HOST) this.hosts.intern(link.code);

    const known = this.findById(first, second, third);
    const holder = this.find(host, link.code);
    if (holder >= 0 && holder !== known) this.#remove(holder);
    const position = this.#write(link, section);
    const ordinal = known >= 0 ? known : this.#take();
    const rows = this.#rows;
    const row = ordinal * ROW_WORDS;
    if (known >= 0) {
      this.#keepCounts(this.recordOf(known), position);
      this.#unhook(known);
    } else {
      rows[row + ID] = first;
      rows[row + ID + 1] = second;
      rows[row + ID + 2] = third;
      this.#byId.insert(hashId(first, second, third), ordinal);
    }
    const bits = wordAt(link.compiled, BITS_OFFSET) & 0xffff;
    rows[row + HOST] = host;
    rows[row + OWNER] = owner;
    rows[row + RECORD] = position;
    rows[row + EXPIRY] = wordAt(link.compiled, EXPIRY_OFFSET);
    rows[row + RULES] = packRules(bits, link.compiled[STATE_OFFSET] as number, plugin);
    this.#byCode.insert(hashCode(this.hosts.hashOf(host), link.code), ordinal);
    this.#hostLinks[host] = (this.#hostLinks[host] ?? 0) + 1;
    this.#changes++;
    this.#compact();
    return ordinal;
  }

  /** Forgets the link with this id (12 bytes); false when there was none. */
  removeById(id: Uint8Array): boolean {
    const ordinal = this.findById(wordAt(id, 0), wordAt(id, 4), wordAt(id, 8));
    if (ordinal < 0) return false;
    this.#remove(ordinal);
    this.#compact();
    return true;
  }

  /** Forgets every link whose ordinal is not among `ordinals`. */
  keepOnly(ordinals: ReadonlySet<number>): void {
    for (let ordinal = 0; ordinal < this.#end; ordinal++) {
      if (this.recordOf(ordinal) !== NO_RECORD && !ordinals.has(ordinal)) this.#remove(ordinal);
    }
    this.#compact();
  }

  /** Both hash tables, for a snapshot. */
  get tables(): readonly Slots[] {
    return [this.#byCode, this.#byId];
  }

  /**
   * Puts back what a snapshot holds: rows filled to `end`, tables, arena and names already restored. `hasOldHashes`: the table of
   * codes is of before they were looked up by the names of hosts, and is made anew.
   * @throws RangeError when a table holds more links than there are rows, or fewer: those would not be found
   */
  restore(end: number, hasOldHashes = false): void {
    this.#end = end;
    for (const name of this.owners.list()) this.#writeOwner(this.owners.numberOf(name), name);
    const forwards = this.hosts.numberOf(FORWARD_HOST);
    for (let ordinal = 0; ordinal < end; ordinal++) {
      if (this.recordOf(ordinal) === NO_RECORD) {
        this.#free.push(ordinal);
        continue;
      }
      const host = this.#rows[ordinal * ROW_WORDS + HOST] as number;
      this.#hostLinks[host] = (this.#hostLinks[host] ?? 0) + 1;
      if (host === forwards) this.hosts.intern(this.codeOf(ordinal));
    }
    if (this.tables.some(({ table }) => table.size !== this.size))
      throw new RangeError(`the tables of ${this.size} links have other sizes`);
    if (hasOldHashes) this.#hashCodes();
  }

  #hashCodes(): void {
    this.#byCode = new Slots(this.size);
    for (let ordinal = 0; ordinal < this.#end; ordinal++)
      if (this.recordOf(ordinal) !== NO_RECORD) this.#byCode.insert(this.#codeHash(ordinal), ordinal);
  }

  /** The same for whoever knows the host's number. */
  hasLinksAt(host: number): boolean {
    return host >= 0 && (this.#hostLinks[host] ?? 0) > 0;
  }

  #hasCode(ordinal: number, code: string): boolean {
    const position = this.recordOf(ordinal);
    return hasCode(this.arena.bytesAt(position), within(position), code);
  }

  #codeHash(ordinal: number): number {
    const host = this.#rows[ordinal * ROW_WORDS + HOST] as number;
    return hashCode(this.hosts.hashOf(host), this.codeOf(ordinal));
  }

  #idHash(ordinal: number): number {
    const at = ordinal * ROW_WORDS + ID;
    return hashId(this.#rows[at] as number, this.#rows[at + 1] as number, this.#rows[at + 2] as number);
  }

  #owner(compiled: Uint8Array): number {
    const first = wordAt(compiled, OWNER_OFFSET);
    const second = wordAt(compiled, OWNER_OFFSET + 4);
    const third = wordAt(compiled, OWNER_OFFSET + 8);
    const hash = hashId(first, second, third);
    const words = this.#ownerWords;
    for (let slot = this.#byOwner.start(hash); ; slot = this.#byOwner.next(slot)) {
      const number = this.#byOwner.ordinalAt(slot);
      if (number < 0) break;
      const at = number * 3;
      if (words[at] === first && words[at + 1] === second && words[at + 2] === third) return number;
    }
    const number = this.owners.intern(latin1(compiled, OWNER_OFFSET, OWNER_OFFSET + 12));
    this.#writeOwner(number, this.owners.nameOf(number));
    return number;
  }

  /** Most links are of the same plugin as the one before. */
  #plugin(compiled: Uint8Array): number {
    const name = this.#lastPlugin;
    let isSame = this.#lastPluginNumber >= 0 && compiled[PLUGIN_OFFSET] === name.length;
    for (let at = 0; isSame && at < name.length; at++)
      isSame = compiled[PLUGIN_OFFSET + 1 + at] === name.charCodeAt(at);
    if (!isSame) {
      const start = PLUGIN_OFFSET + 1;
      this.#lastPlugin = latin1(compiled, start, start + (compiled[PLUGIN_OFFSET] as number));
      this.#lastPluginNumber = this.plugins.intern(this.#lastPlugin);
    }
    if (this.#lastPluginNumber >= MAX_PLUGINS) throw new RangeError('too many plugins publish links');
    return this.#lastPluginNumber;
  }

  #host(name: string): number {
    if (name !== this.#lastHost || this.#lastHostNumber < 0) {
      this.#lastHost = name;
      this.#lastHostNumber = this.hosts.intern(name);
    }
    return this.#lastHostNumber;
  }

  #writeOwner(number: number, name: string): void {
    if (this.#ownerWords.length < (number + 1) * 3) {
      const grown = new Uint32Array(this.#ownerWords.length * 2);
      grown.set(this.#ownerWords);
      this.#ownerWords = grown;
    }
    const bytes = Buffer.from(name, 'latin1');
    for (let word = 0; word < 3; word++) this.#ownerWords[number * 3 + word] = wordAt(bytes, word * 4);
    const [first, second, third] = this.#ownerWords.subarray(number * 3);
    this.#byOwner.insert(hashId(first as number, second as number, third as number), number);
  }

  #write(link: StoredLink, section: number): number {
    const rules = rulesOf(link.compiled, section);
    const targets = (rules?.at ?? link.compiled.length) - section;
    const length = 1 + link.code.length + targets;
    const position = this.arena.allocate(length + (rules === undefined ? 0 : 4));
    const bytes = this.arena.bytesAt(position);
    const offset = within(position);
    bytes[offset] = link.code.length;
    for (let at = 0; at < link.code.length; at++) bytes[offset + 1 + at] = link.code.charCodeAt(at);
    copyBytes(link.compiled, section, section + targets, bytes, offset + 1 + link.code.length);
    if (rules !== undefined) bytes.writeUInt32LE(this.rules.intern(rules.text), offset + length);
    return position;
  }

  #keepCounts(from: number, to: number): void {
    const [source, target] = [this.arena.bytesAt(from), this.arena.bytesAt(to)];
    for (let position = 0; position < targetCountOf(source, within(from)); position++) {
      const old = targetAt(source, within(from), position);
      const kept = findTarget(target, within(to), keyAt(source, old));
      if (kept >= 0) setCountAt(target, kept, Math.max(countAt(source, old), countAt(target, kept)));
    }
    const known = viewsOf(source, within(from));
    if (known > viewsOf(target, within(to))) setViews(target, within(to), known);
  }

  #take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#end * ROW_WORDS === this.#rows.length) {
      const grown = new Uint32Array(Math.ceil(this.#end * GROWTH) * ROW_WORDS);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    return this.#end++;
  }

  /** Takes a link out of the (host, code) table and counts its record as dead. */
  #unhook(ordinal: number): void {
    const host = this.#rows[ordinal * ROW_WORDS + HOST] as number;
    const position = this.recordOf(ordinal);
    this.#byCode.remove(this.#codeHash(ordinal), ordinal);
    this.arena.release(position, recordLength(this.arena.bytesAt(position), within(position)));
    this.#hostLinks[host] = (this.#hostLinks[host] ?? 1) - 1;
  }

  #remove(ordinal: number): void {
    this.#changes++;
    this.#unhook(ordinal);
    this.#byId.remove(this.#idHash(ordinal), ordinal);
    this.#rows[ordinal * ROW_WORDS + RECORD] = NO_RECORD;
    this.#free.push(ordinal);
  }

  /** Empties one chunk that is mostly dead: its live records move to the chunk being filled. */
  #compact(): void {
    const chunk = this.arena.wastefulChunk();
    if (chunk === undefined) return;
    for (let ordinal = 0; ordinal < this.#end; ordinal++) {
      const from = this.recordOf(ordinal);
      if (from === NO_RECORD || !this.arena.isInChunk(from, chunk)) continue;
      const source = this.arena.bytesAt(from);
      const length = recordLength(source, within(from));
      const to = this.arena.allocate(length);
      source.copy(this.arena.bytesAt(to), within(to), within(from), within(from) + length);
      this.#rows[ordinal * ROW_WORDS + RECORD] = to;
      this.arena.release(from, length);
    }
  }
}
