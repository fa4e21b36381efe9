import type { VisitLink } from '@waypost/contract';
import mongoose, { type ClientSession } from 'mongoose';
import { type Content, type ContentReference, contentOf } from '../links/link-content.ts';
import type { VisitCollections } from './collections.ts';

const { Binary } = mongoose.mongo;

/** What a link shows, each once. */
export function contentsOf(link: Pick<VisitLink, 'targets'>): ContentReference[] {
  const found = new Map<string, ContentReference>();
  for (const target of link.targets) {
    const shown = contentOf(target);
    if (shown !== undefined) found.set(shown.id, shown);
  }
  return [...found.values()];
}

/** Keeps what links show, in the transaction that publishes them. What is there already is only marked as used. */
export async function keepContents(
  { contents }: Pick<VisitCollections, 'contents'>,
  shown: readonly ContentReference[],
  session: ClientSession | undefined,
): Promise<void> {
  for (const { id, content } of shown)
    await contents.updateOne(
      { _id: id },
      {
        $currentDate: { t: true },
        $setOnInsert: { kind: content.kind, v: new Binary(content.bytes) },
      },
      { upsert: true, ...(session === undefined ? {} : { session }) },
    );
}

/** @returns undefined when the store does not have it */
export async function readContent(
  { contents }: Pick<VisitCollections, 'contents'>,
  id: string,
): Promise<Content | undefined> {
  const found = await contents.findOne({ _id: id });
  if (found === null) return undefined;
  return { kind: found.kind, bytes: Buffer.from(found.v.buffer.subarray(0, found.v.position)) };
}

/**
 * Forgets what no link has shown since `before`. A link that is being published marks what it shows, so that either this
 * or that one goes first.
 * @returns the names of what is still shown
 */
export async function sweepContents(
  { contents, links }: Pick<VisitCollections, 'contents' | 'links'>,
  before: Date,
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for await (const { c } of links.find({ c: { $exists: true } }, { projection: { c: 1 } }))
    for (const id of c?.split(' ') ?? []) used.add(id);
  for await (const { _id } of contents.find({ t: { $lt: before } }, { projection: { _id: 1 } }))
    if (!used.has(_id)) await contents.deleteOne({ _id, t: { $lt: before } });
  return used;
}
