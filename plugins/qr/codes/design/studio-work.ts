import type { Picture, PictureStyle } from '../../screens/qr_code_list/calls.ts';
import type { Fault } from './readable.ts';
import type { Design } from './values.ts';

/** What the runtime's thread asks of the studio's. */
export type StudioWork =
  | { kind: 'judge'; address: string; design: Design }
  | { kind: 'draw'; address: string; style: PictureStyle; design: Design };

/** What the studio's thread answers: to each question one. */
export type StudioAnswer =
  | { kind: 'judge'; fault: Fault | undefined }
  | { kind: 'draw'; picture: Picture }
  | { kind: 'failed'; reason: string };
