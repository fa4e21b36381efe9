import type { PluginContext } from '@waypost/sdk';

/** What a sticker's picture encodes. */
export function shortUrlOf(context: Pick<PluginContext, 'platform'>, code: string): string {
  return `${context.platform.publicUrl}/${code}`;
}
