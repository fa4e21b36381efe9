import type { PictureCalls } from '@waypost/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../client/context.tsx';
import type { Client } from '../client/create-client.ts';

/** Addresses of pictures that were asked for: a name always stands for the same picture. */
const known = new Map<string, Promise<string>>();

/** The address of a kept picture, asked for once; a failure is forgotten, so that the next look asks again. */
export function keptPictureAddress(
  client: Client,
  read: PictureCalls['read'],
  picture: string,
): Promise<string> {
  const key = `${read.area}/${picture}`;
  const asked =
    known.get(key) ?? client.call(read, { picture }).then(({ data }) => `data:image/png;base64,${data}`);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/**
 * The address of a kept picture; undefined until it is there, and where it cannot be had: the words stand without it.
 * @param picture its name; empty: none
 */
export function useKeptPicture(read: PictureCalls['read'], picture: string): string | undefined {
  const client = useClient();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    setAddress(undefined);
    if (picture === '') return;
    let isWanted = true;
    keptPictureAddress(client, read, picture).then(
      (found) => {
        if (isWanted) setAddress(found);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [client, read, picture]);
  return address;
}
