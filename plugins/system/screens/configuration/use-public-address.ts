import { publicOriginFault } from '@waypost/contract';
import { confirm, useClient, useWords } from '@waypost/host-sdk';
import type { InstallationView } from './calls.ts';
import { configurationInquire, configurationUpdate } from './calls.ts';

/** Whether the server would take it: what it refuses is nothing to ask about, it says itself what is wrong. */
export function isPublicAddress(typed: string): boolean {
  const text = typed.trim();
  return text === '' || publicOriginFault(text) === undefined;
}

/** Asks before codes get other pictures. True when nothing changes for anybody, or the person agreed. */
export function useConfirmAddress(): (
  view: Pick<InstallationView, 'codes' | 'public_address'>,
) => Promise<boolean> {
  const words = useWords();
  return async ({ codes, public_address }) =>
    codes === 0 ||
    confirm({
      title: words('system.configuration.public_url.confirm_title'),
      text: words('system.configuration.public_url.confirm', {
        count: codes,
        before: public_address.address,
      }),
      verb: words('system.configuration.public_url.verb'),
      isDangerous: false,
    });
}

/** Sets the public address alone. False: the person did not agree. */
export function useSetAddress(): (public_url: string) => Promise<boolean> {
  const client = useClient();
  const agreed = useConfirmAddress();
  return async (public_url) => {
    const { installation, version } = await client.call(configurationInquire, {});
    if (isPublicAddress(public_url) && !(await agreed(installation))) return false;
    await client.call(configurationUpdate, { version, public_url });
    return true;
  };
}
