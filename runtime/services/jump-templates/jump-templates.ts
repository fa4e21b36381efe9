import { JumpType, readTemplate, type TemplatePart } from '@waypost/contract';
import type { Collection } from 'mongoose';
import type { KnownTemplate } from '../../process/known-templates.ts';
import { followKnown, type KnownSource } from '../follow-known.ts';

/** The collection of all versions of pages that operators write for jump types; a page of theirs is never changed. */
export const JUMP_TEMPLATE = 'system_jump_template';

/** What is followed of it: of each jump type the highest version is in force. */
export interface JumpTemplateDocument {
  _id: string;
  jump_type: number;
  version: number;
  /** Empty: the built-in page. */
  html: string;
}

/** The pages in force, from memory. */
export interface FollowedTemplates {
  of(jumpType: number): readonly TemplatePart[] | undefined;
  /** Reads them from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

const FIELDS = { _id: 0, jump_type: 1, version: 1, html: 1 } as const;

export function createJumpTemplates(
  options: KnownSource<KnownTemplate> & {
    collection: Collection<JumpTemplateDocument>;
  },
): FollowedTemplates {
  const newest = (jumpType: number) =>
    options.collection
      .find({ jump_type: jumpType }, { projection: FIELDS })
      .sort({ version: -1 })
      .limit(1)
      .toArray();
  const list = followKnown({
    ...options,
    lay: (known: readonly KnownTemplate[]) => lay(known, options.failed),
    read: async () => (await Promise.all(TEMPLATED.map(newest))).flat(),
  });
  return {
    of: (jumpType) => list.laid().get(jumpType),
    load: list.load,
    stop: list.stop,
  };
}

/** A redirect has no page. */
const TEMPLATED = Object.values(JumpType).filter((jumpType) => jumpType !== JumpType.noSourceRedirect);

/** A page that cannot be read, of another release perhaps, is not shown: the built-in one is. */
function lay(
  known: readonly KnownTemplate[],
  failed: (error: unknown) => void,
): ReadonlyMap<number, readonly TemplatePart[]> {
  return new Map(
    known.flatMap(({ jump_type, version, html }): [number, readonly TemplatePart[]][] => {
      if (html === '') return [];
      const read = readTemplate(html);
      if ('parts' in read) return [[jump_type, read.parts]];
      const { kind, line } = read.fault;
      failed(
        new Error(`version ${version} for jump type ${jump_type} cannot be shown: ${kind}, line ${line}`),
      );
      return [];
    }),
  );
}
