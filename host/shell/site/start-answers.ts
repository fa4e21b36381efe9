import { type Client, clientStore, NO_START_ANSWERS, startAnswersAtom } from '@waypost/host-sdk/light';
import { callPlatform } from '../app/call-platform.ts';

/** Asks for what plugins contribute to every page; an empty answer, or none, leaves what the product has by itself. */
export async function loadStartAnswers(client: Pick<Client, 'post'>): Promise<void> {
  const [pay, platforms] = await Promise.allSettled([
    callPlatform(client, 'pay_config/inquire', {}),
    callPlatform(client, 'url_key_platform/inquire', { data_only: 1 }),
  ]);
  const { payConfig, urlKeyPlatforms } = NO_START_ANSWERS;
  const found = platforms.status === 'fulfilled' && Array.isArray(platforms.value) ? platforms.value : [];
  const paying = pay.status === 'fulfilled' ? pay.value?.qr_code_switch : undefined;
  clientStore.set(startAnswersAtom, {
    payConfig: { qr_code_switch: paying ?? payConfig.qr_code_switch },
    urlKeyPlatforms: found.length > 0 ? found : urlKeyPlatforms,
  });
}
