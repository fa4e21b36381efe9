import { requestTemplate } from '@waypost/sdk';

/** What stands in braces in what an operator writes: `{url}`, `{host}`, `{key}`. */
interface TemplateValues {
  /** The whole address that is asked about. */
  url: string;
  /** Its host alone. */
  host: string;
  key: string;
}

const sample = (name: string) => ({ url: `https://${name}.example/`, host: `${name}.example`, key: name });

/** Requests to providers; the words of their faults are `wechat-shield.fault.<fault>`. */
export const template = requestTemplate<keyof TemplateValues>({
  samples: [sample('a'), sample('b')],
  asked: ['url', 'host'],
});
