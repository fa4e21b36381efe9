import { z } from 'zod';
import { knownFile } from './known-list.ts';

const zKnownTemplate = z.object({ jump_type: z.int(), version: z.int(), html: z.string() });

/** The page in force for a jump type. */
export type KnownTemplate = z.infer<typeof zKnownTemplate>;

/** For a start without the store: visitors see the pages that were in force at the last stop. */
export const knownTemplates = knownFile('jump-templates.json', zKnownTemplate);
