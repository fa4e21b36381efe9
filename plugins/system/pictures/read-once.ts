import type { Client } from '@waypost/host-sdk';
import { readPicture } from './calls.ts';

/** Addresses of pictures that were asked for: a name always stands for the same picture. */
const known = new Map<string, Promise<string>>();

/** The address of a kept picture, asked for once; a failure is forgotten, so that the next look asks again. */
export function pictureAddress(client: Client, picture: string): Promise<string> {
  const asked =
    known.get(picture) ??
    client.call(readPicture, { picture }).then(({ data }) => `data:image/png;base64,${data}`);
  known.set(picture, asked);
  asked.catch(() => known.delete(picture));
  return asked;
}
