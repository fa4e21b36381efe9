import type { PluginContext } from '@waypost/sdk';

/** The platform's own host, named as every other one is: without a port. Codes on it have the empty text for their domain. */
export const ownHost = ({ platform }: Pick<PluginContext, 'platform'>): string =>
  new URL(platform.publicUrl).hostname;
