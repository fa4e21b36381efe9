import { join } from 'node:path';
import { z } from 'zod';
import { keepKnown, readKnown } from './known-list.ts';

const FILE = 'jump-templates.json';

const zKnownTemplate = z.object({ jump_type: z.int(), version: z.int(), html: z.string() });

/** The page in force for a jump type. */
export type KnownTemplate = z.infer<typeof zKnownTemplate>;

/** For a start without the store: visitors see the pages that were in force at the last stop. */
export function readKnownTemplates(
  dataDirectory: string,
  onError: (error: unknown) => void,
): Promise<readonly KnownTemplate[]> {
  return readKnown(join(dataDirectory, FILE), zKnownTemplate, onError);
}

export function keepKnownTemplates(
  dataDirectory: string,
  templates: readonly KnownTemplate[],
): Promise<void> {
  return keepKnown(join(dataDirectory, FILE), templates);
}
