import { Alert } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import {
  CallForm,
  type ControlComponent,
  type ControlProps,
  Drawer,
  FormSection,
  notify,
  ResourceField,
  useForm,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { z } from 'zod';
import type { CodeRow } from '../../code-row.ts';
import { changeDomainNameCall, moveDomainNamesCall } from '../calls.ts';
import { HOST_STEPS, type HostStep, type HostSteps, zHost } from '../values.ts';
import { CodesOfDomains, DOMAIN_CONTROLS, DomainControl } from './DomainControl.tsx';
import { PrintFate } from './PrintFate.tsx';
import { useDomains } from './use-domains.ts';

export interface DomainsDrawerProps {
  codes: readonly CodeRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Puts codes on other domains: one with all its steps, many with one of theirs. Says first what becomes of what is printed. */
export function DomainsDrawer(props: DomainsDrawerProps) {
  const [first, ...others] = props.codes;
  const words = useWords();
  const ids = useMemo(() => props.codes.map(({ id }) => id), [props.codes]);
  const { isOff } = useDomains(ids);
  if (first === undefined) return null;
  if (isOff)
    return (
      <Drawer title={words('qr.domains.change')} isOpen onClose={props.onClose} width={480}>
        <Alert type="info" content={words('qr.domains.off.many')} />
      </Drawer>
    );
  return (
    <CodesOfDomains value={ids}>
      {others.length === 0 ? <OneCode {...props} code={first} /> : <ManyCodes {...props} ids={ids} />}
    </CodesOfDomains>
  );
}

const STEPS = {
  short_domain: field(zHost, { default: '' }),
  entry_domain: field(zHost, { default: '' }),
  landing_domain: field(zHost, { default: '' }),
};

function OneCode({ code, onDone, onClose }: DomainsDrawerProps & { code: CodeRow }) {
  const words = useWords();
  const { id, short_domain, entry_domain, landing_domain } = code;
  return (
    <CallForm
      call={changeDomainNameCall}
      name="qr.code"
      fields={STEPS}
      controls={DOMAIN_CONTROLS}
      about={id}
      initial={{ short_domain, entry_domain, landing_domain }}
      submit="qr.domains.change"
      drawer={{ title: words('qr.domains.change.one', { name: code.name }), width: 480 }}
      toBody={(values) => ({ ids: [id], ...stepsIn(values) })}
      onCancel={onClose}
      onSent={() => {
        notify.success(words('qr.domains.changed'));
        onDone();
        onClose();
      }}
    >
      <FormSection text="qr.domains.text">
        {HOST_STEPS.map((step) => (
          <ResourceField key={step} name={step} />
        ))}
        <FateOfOne id={id} />
      </FormSection>
    </CallForm>
  );
}

function FateOfOne({ id }: { id: string }) {
  const { isDirty, values } = useForm();
  return isDirty ? <PrintFate ids={[id]} change={stepsIn(values)} /> : null;
}

const MANY = {
  step: field(z.enum(HOST_STEPS), { control: 'radio', default: 'short_domain' }),
  host: field(zHost, { default: '' }),
};

const MANY_CONTROLS: Readonly<Record<string, ControlComponent>> = { host: HostOfStep };

function ManyCodes({ ids, onDone, onClose }: DomainsDrawerProps & { ids: readonly string[] }) {
  const words = useWords();
  const track = useTrackOperation();
  return (
    <CallForm
      call={moveDomainNamesCall}
      name="qr.domains"
      fields={MANY}
      controls={MANY_CONTROLS}
      about={ids.join()}
      submit="qr.domains.change"
      drawer={{ title: words('qr.domains.change.many', { count: ids.length }), width: 480 }}
      toBody={(values) => ({ ids: [...ids], ...changeIn(values) })}
      onCancel={onClose}
      onSent={({ id }) => {
        track(id);
        onDone();
        onClose();
      }}
    >
      <FormSection text="qr.domains.text.many">
        <ResourceField name="step" />
        <ResourceField name="host" />
        <FateOfMany ids={ids} />
      </FormSection>
    </CallForm>
  );
}

function FateOfMany({ ids }: { ids: readonly string[] }) {
  const { values } = useForm();
  return <PrintFate ids={ids} change={changeIn(values)} />;
}

/** The domains of the step that is chosen beside it. */
function HostOfStep(props: ControlProps<string>) {
  const { values } = useForm();
  const step = stepIn(values);
  return <DomainControl key={step} {...props} step={step} />;
}

type Values = Readonly<Record<string, unknown>>;

function stepsIn(values: Values): HostSteps {
  const of = (step: HostStep) => String(values[step] ?? '');
  return {
    short_domain: of('short_domain'),
    entry_domain: of('entry_domain'),
    landing_domain: of('landing_domain'),
  };
}

const stepIn = ({ step }: Values): HostStep => HOST_STEPS.find((one) => one === step) ?? 'short_domain';

const changeIn = (values: Values): Partial<HostSteps> => ({ [stepIn(values)]: String(values.host ?? '') });
