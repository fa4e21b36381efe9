import { Input } from '@arco-design/web-react';
import { JumpType } from '@waypost/contract';
import {
  type ControlComponent,
  type ControlProps,
  controlAttributes,
  Drawer,
  ResourceForm,
  useForm,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { DOMAIN_CONTROLS } from '../../../codes/hosts/parts/DomainControl.tsx';
import { useDomains } from '../../../codes/hosts/parts/use-domains.ts';
import type { codeResource } from '../../qr_code_list/resource.ts';
import { beginWith } from '../../set_qr_code/parts/begin-with.ts';
import { ShortCodeControl } from '../../set_qr_code/parts/ShortCodeControl.tsx';
import { AddressField } from '../../set_qr_code/parts/targets/AddressField.tsx';
import { useCodeResource } from '../../set_qr_code/parts/use-code-resource.ts';
import type { DraftState } from '../../set_qr_code/parts/use-draft.ts';
import { MadeLink } from './MadeLink.tsx';

const WIDTH = 480;
const FURTHER = ['tags', 'group', 'expires_at'];
const FIELDS = ['targets', 'name', 'short_code', 'short_domain', ...FURTHER];
const BEGUN = beginWith(null);
/** Targets while they are typed. */
const zTyped = z.array(z.object({ url: z.string().optional() }));

/** Makes one short link of an address, and ends with the link to be copied. */
export function NewLinkDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const codes = useCodeResource();
  const resource = useMemo(() => withOptionalName(codes), [codes]);
  const { hasSome } = useDomains();
  const [made, setMade] = useState<{ id: string; address: string }>();
  const [{ draft }, setDraft] = useState<DraftState>({ draft: undefined, problem: undefined });
  const controls = useMemo((): Readonly<Record<string, ControlComponent>> => {
    const short_code = (props: ControlProps<string>) => <ShortCodeControl {...props} onDraft={setDraft} />;
    return { ...DOMAIN_CONTROLS, targets: () => <AddressField />, name: NameControl, short_code };
  }, []);
  if (made !== undefined)
    return <MadeLink {...made} width={WIDTH} onAnother={() => setMade(undefined)} onClose={onClose} />;
  return (
    <ResourceForm
      resource={resource}
      mode="create"
      about="link"
      only={FIELDS}
      hasOthersSections={false}
      sections={[
        {
          fields: ['targets', 'name', 'short_code', ...(hasSome ? ['short_domain'] : [])],
          hiddenLabels: ['targets'],
        },
        { fields: FURTHER, isMore: true },
      ]}
      controls={controls}
      initial={BEGUN}
      toBody={(values) => ({
        ...values,
        name: values.name || nameOf(values.targets),
        short_code: values.short_code || draft?.short_code,
        jump_type: JumpType.noSourceRedirect,
        is_link: true,
      })}
      frame={({ body, buttons, onClose: close }) => (
        <Drawer title={words('qr.short_link.new')} width={WIDTH} isOpen onClose={close} footer={buttons}>
          {body}
        </Drawer>
      )}
      onSaved={({ id, short_url }) => setMade({ id: String(id), address: String(short_url) })}
      onCancel={onClose}
    />
  );
}

/** A link may go without a name: it is called after where it leads then. */
function withOptionalName(resource: typeof codeResource) {
  const { name } = resource.fields;
  return { ...resource, fields: { ...resource.fields, name: { ...name, schema: name.schema.optional() } } };
}

/** Shows the name that the link gets while none is typed. */
function NameControl(control: ControlProps<string>) {
  const { values } = useForm();
  return (
    <Input
      {...controlAttributes(control)}
      autoComplete="off"
      value={control.value ?? ''}
      placeholder={nameOf(values.targets)}
      {...(control.hasError ? { status: 'error' as const } : {})}
      onChange={control.onChange}
      onBlur={control.onBlur}
    />
  );
}

/** The name of a link that was given none, as in a file. */
function nameOf(targets: unknown): string {
  const url = zTyped.parse(targets)[0]?.url ?? '';
  return beginWith(url).name ?? url;
}
