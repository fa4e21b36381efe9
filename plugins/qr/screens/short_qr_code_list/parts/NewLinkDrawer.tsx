import { JumpType } from '@waypost/contract';
import {
  Button,
  type ControlComponent,
  type ControlProps,
  CopyText,
  copyText,
  Drawer,
  notify,
  ResourceForm,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { DOMAIN_CONTROLS } from '../../../codes/hosts/parts/DomainControl.tsx';
import { useDomains } from '../../../codes/hosts/parts/use-domains.ts';
import { zTargets } from '../../qr_code_list/resource.ts';
import { beginWith } from '../../set_qr_code/parts/begin-with.ts';
import { ShortCodeControl } from '../../set_qr_code/parts/ShortCodeControl.tsx';
import { AddressField } from '../../set_qr_code/parts/targets/AddressField.tsx';
import { useCodeResource } from '../../set_qr_code/parts/use-code-resource.ts';
import type { DraftState } from '../../set_qr_code/parts/use-draft.ts';

const WIDTH = 480;
const FURTHER = ['tags', 'group', 'expires_at'];
const FIELDS = ['targets', 'short_code', 'short_domain', ...FURTHER];
const BEGUN = beginWith(null);

/** Makes one short link of an address, and ends with the link to be copied. */
export function NewLinkDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const resource = useCodeResource();
  const { hasSome } = useDomains();
  const [made, setMade] = useState<string>();
  const [{ draft }, setDraft] = useState<DraftState>({ draft: undefined, problem: undefined });
  const controls = useMemo((): Readonly<Record<string, ControlComponent>> => {
    const short_code = (props: ControlProps<string>) => <ShortCodeControl {...props} onDraft={setDraft} />;
    return { ...DOMAIN_CONTROLS, targets: () => <AddressField />, short_code };
  }, []);
  if (made !== undefined)
    return <MadeLink address={made} onAnother={() => setMade(undefined)} onClose={onClose} />;
  return (
    <ResourceForm
      resource={resource}
      mode="create"
      about="link"
      only={FIELDS}
      hasOthersSections={false}
      sections={[
        {
          fields: ['targets', 'short_code', ...(hasSome ? ['short_domain'] : [])],
          hiddenLabels: ['targets'],
        },
        { fields: FURTHER, isMore: true },
      ]}
      controls={controls}
      initial={BEGUN}
      toBody={(values) => ({
        ...values,
        name: nameOf(values.targets),
        short_code: values.short_code || draft?.short_code,
        jump_type: JumpType.noSourceRedirect,
        is_link: true,
      })}
      frame={({ body, buttons, onClose: close }) => (
        <Drawer title={words('qr.short_link.new')} width={WIDTH} isOpen onClose={close} footer={buttons}>
          {body}
        </Drawer>
      )}
      onSaved={({ short_url }) => setMade(String(short_url))}
      onCancel={onClose}
    />
  );
}

/** A link is called after where it leads, as those of a file without names are. */
function nameOf(targets: unknown): string {
  const url = zTargets.parse(targets)[0]?.url ?? '';
  return beginWith(url).name ?? url;
}

interface MadeLinkProps {
  address: string;
  onAnother: () => void;
  onClose: () => void;
}

function MadeLink({ address, onAnother, onClose }: MadeLinkProps) {
  const words = useWords();
  const copy = async () => {
    if (!(await copyText(address))) return notify.error(words('copy.failed'));
    notify.success(words('copy.done'));
    onClose();
  };
  return (
    <Drawer
      title={words('qr.short_link.is_made')}
      width={WIDTH}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onAnother}>{words('qr.short_link.another')}</Button>
          <Button kind="primary" onClick={() => void copy()}>
            {words('qr.short_link.copy')}
          </Button>
        </>
      }
    >
      <CopyText value={address} href={address} />
    </Drawer>
  );
}
