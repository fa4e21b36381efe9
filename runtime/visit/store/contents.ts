import { defineError, VISIT_PICTURE_MAX_LETTERS, type VisitLink, type VisitPool } from '@waypost/contract';
import type { KeptPicture } from '@waypost/sdk';
import mongoose, { type ClientSession } from 'mongoose';
import { redrawSmall } from '../../sdk/picture/index.ts';
import { type Content, type ContentReference, contentId, contentOf } from '../links/link-content.ts';
import type { VisitCollections } from './collections.ts';

const { Binary } = mongoose.mongo;

/** Longest sides that a picture is tried at, pixels, until it is small enough. */
const PICTURE_SIDES = [1600, 1200, 800, 500];
const PICTURE_BYTES = 2 * 2 ** 20;

/** No PNG, JPEG or WebP that can be opened, or one that is too large. */
const pictureUnusable = defineError({ code: 'visit_picture_unusable', status: 422 });
/** A link names a picture that was never kept, or that no link has shown for a day. */
const contentUnknown = defineError({ code: 'visit_content_unknown', status: 422 });

/** What a link shows, each once. */
export function contentsOf(link: { targets: VisitLink['targets'] | VisitPool['items'] }): ContentReference[] {
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
  const options = session === undefined ? {} : { session };
  for (const { id, content } of shown) {
    if (content !== undefined) {
      await keepContent(contents, id, content, options);
      continue;
    }
    const known = await contents.updateOne(
      { _id: id, kind: 'picture' },
      { $currentDate: { t: true } },
      options,
    );
    if (known.matchedCount === 0) throw contentUnknown.create();
  }
}

async function keepContent(
  contents: VisitCollections['contents'],
  id: string,
  { kind, bytes }: Content,
  options: { session?: ClientSession },
): Promise<void> {
  await contents.updateOne(
    { _id: id },
    { $currentDate: { t: true }, $setOnInsert: { kind, v: new Binary(bytes) } },
    { upsert: true, ...options },
  );
}

/**
 * Draws a picture anew, so that nothing of its file is left but what one sees, and keeps it for links to show.
 * @param data PNG, JPEG or WebP in base64
 * @throws AppError `visit_picture_unusable` 422
 */
export async function keepPicture(
  { contents }: Pick<VisitCollections, 'contents'>,
  data: string,
): Promise<KeptPicture> {
  const bytes = Buffer.from(data.slice(0, VISIT_PICTURE_MAX_LETTERS + 1), 'base64');
  if (data.length > VISIT_PICTURE_MAX_LETTERS) throw pictureUnusable.create();
  const drawn = await redrawSmall(bytes, { sides: PICTURE_SIDES, most: PICTURE_BYTES });
  if (drawn === undefined) throw pictureUnusable.create();
  const content: Content = { kind: 'picture', bytes: Buffer.from(drawn.png) };
  const picture = contentId(content);
  await keepContent(contents, picture, content, {});
  return { picture, width: drawn.width, height: drawn.height, bytes: drawn.png.length };
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

/** A picture that was kept, in base64; null when the store does not have it, or has something else under the name. */
export async function readPicture(
  collections: Pick<VisitCollections, 'contents'>,
  name: string,
): Promise<string | null> {
  const content = await readContent(collections, name);
  return content?.kind === 'picture' ? content.bytes.toString('base64') : null;
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
