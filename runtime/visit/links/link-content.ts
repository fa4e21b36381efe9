import { createHash } from 'node:crypto';
import type { VisitPoolItem, VisitTarget } from '@waypost/contract';

export const CONTENT_KINDS = ['page', 'picture', 'contact'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** What a link shows in the place of leading somewhere. */
export interface Content {
  kind: ContentKind;
  bytes: Buffer;
}

/** What a target shows: named by what it is, so that nothing else ever stands under the name. */
export interface ContentReference {
  id: string;
  /** Undefined where only the name is given: it is a picture that was kept before. */
  content: Content | undefined;
}

/** No address of a target begins so: those are http and https only. */
const SCHEME = 'content:';

/** The name of a content: 43 characters, which say what it is. */
export function contentId({ kind, bytes }: Content): string {
  return createHash('sha256').update(`${kind}\n`).update(bytes).digest('base64url');
}

/** How a content stands in a compiled link, where other targets have their address. */
export function contentAddress(id: string): string {
  return SCHEME + id;
}

const POOL_SCHEME = 'pool:';

/** How a pool stands in a compiled link. */
export function poolAddress(id: string): string {
  return POOL_SCHEME + id;
}

/** The pool that an address of a compiled link names, 24 hex digits; undefined where it is anything else. */
export function poolIdOf(address: string): string | undefined {
  return address.startsWith(POOL_SCHEME) ? address.slice(POOL_SCHEME.length) : undefined;
}

/** The content that an address of a compiled link names; undefined where it leads somewhere. */
export function contentIdOf(address: string): string | undefined {
  return address.startsWith(SCHEME) ? address.slice(SCHEME.length) : undefined;
}

/** What a target shows; undefined where it leads somewhere. */
export function contentOf(target: VisitTarget | VisitPoolItem): ContentReference | undefined {
  if ('url' in target || 'pool' in target) return undefined;
  if ('picture' in target) return { id: target.picture, content: undefined };
  const content: Content =
    'page' in target
      ? { kind: 'page', bytes: Buffer.from(target.page.html) }
      : { kind: 'contact', bytes: Buffer.from(JSON.stringify(target.contact)) };
  return { id: contentId(content), content };
}
