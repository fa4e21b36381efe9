import type { PluginContext } from '@waypost/sdk';
import { configs } from '../../detection/config.ts';
import { counts } from '../../providers/quota.ts';
import { detectionConfigCall, testProviderCall, updateDetectionCall } from './calls.ts';
import { providerResource } from './resource.ts';
import { bindProviders, describeDetection, testProvider, updateDetection } from './service.ts';

const place = {
  route: 'we_chat_blocking_detection_configuration',
  parent: 'wechat',
  sort: 70,
  icon: 'wifi',
  roles: ['administrator'],
} as const;

/** Mounts those who are asked whether WeChat blocks an address, and how; docs/http.md, "WeChat status". */
export function mountProviders(context: PluginContext): void {
  configs(context);
  counts(context);
  context.resource(providerResource, bindProviders(context));
  context.call(testProviderCall, (body, request) => testProvider(context, body, request));
  context.call(detectionConfigCall, () => describeDetection(context));
  context.call(updateDetectionCall, (body, request) => updateDetection(context, body, request));
  context.menu(place, 'wechat-shield.provider:read');
}
