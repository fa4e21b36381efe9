import { useClient } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import { homePictureCall } from '../calls.ts';

/** Addresses of pictures that were asked for: a name always stands for the same picture. */
const known = new Map<string, Promise<string>>();

/** The address of a picture of the dashboard; undefined until it is there, and where it cannot be had. */
export function usePicture(picture: string): string | undefined {
  const client = useClient();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (picture === '') {
      setAddress(undefined);
      return;
    }
    let isWanted = true;
    const asked =
      known.get(picture) ??
      client.call(homePictureCall, { picture }).then(({ data }) => `data:image/png;base64,${data}`);
    known.set(picture, asked);
    asked.then(
      (found) => {
        if (isWanted) setAddress(found);
      },
      () => {
        // The words stand there without it; the next look asks again.
        known.delete(picture);
        if (isWanted) setAddress(undefined);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, picture]);
  return address;
}
