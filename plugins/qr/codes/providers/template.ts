import { type RequestTemplateFault, requestTemplate, type WrittenRequest } from '@waypost/sdk';

/** What stands in braces in what an operator writes: `{url}`, `{code}`, `{secret}`. */
export interface TemplateValues {
  /** The long address. */
  url: string;
  /** A short code that is free here; for those that let one choose. */
  code: string;
  secret: string;
}

const sample = (name: string) => ({ url: `https://${name}.example/`, code: name, secret: name });
const template = requestTemplate<keyof TemplateValues>({
  samples: [sample('a'), sample('b')],
  asked: ['url'],
});

export const { fillAddress, fillBody, fillHeaders } = template;

/** What is wrong with what an operator wrote, by its field; what is our own asks nobody. */
export const templateFaults = ({
  kind,
  ...written
}: WrittenRequest & { kind: string }): { path: string; fault: RequestTemplateFault }[] =>
  kind === 'self' ? [] : template.faults(written);
