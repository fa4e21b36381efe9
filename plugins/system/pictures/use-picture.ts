import { useClient } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import { pictureAddress } from './read-once.ts';

/** The address of a kept picture; undefined until it is there, and where it cannot be had: the words stand without it. */
export function usePicture(picture: string): string | undefined {
  const client = useClient();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    setAddress(undefined);
    if (picture === '') return;
    let isWanted = true;
    pictureAddress(client, picture).then(
      (found) => {
        if (isWanted) setAddress(found);
      },
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [client, picture]);
  return address;
}
