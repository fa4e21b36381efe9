import { Alert } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import {
  CallForm,
  ChoiceSelect,
  type ControlProps,
  Drawer,
  PendingState,
  useCall,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { createContext, useContext } from 'react';
import { addSpareCall, spareCandidatesCall } from '../calls.ts';

const FIELDS = { domain: field(addSpareCall.body.shape.id) };
const CONTROLS = { domain: DomainControl };
const Candidates = createContext<readonly { id: string; shown: string; type: number }[]>([]);

/** Asks which domain of the platform is kept in reserve. */
export function AddSpareDrawer({ onClose }: { onClose: () => void }) {
  const words = useWords();
  const reload = useReloadArea(addSpareCall.area);
  const { data, error, refetch } = useCall(spareCandidatesCall, {});
  const title = words('domain.spare.add.title');
  if (data === undefined || data.domains.length === 0)
    return (
      <Drawer title={title} isOpen onClose={onClose} width={520}>
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={3} />
        ) : (
          <Alert type="info" content={words('domain.spare.add.none')} />
        )}
      </Drawer>
    );
  return (
    <Candidates value={data.domains}>
      <CallForm
        call={addSpareCall}
        name="domain.spare"
        fields={FIELDS}
        controls={CONTROLS}
        submit="domain.spare.add"
        drawer={{ title, width: 520 }}
        extra={<p>{words('domain.spare.add.text')}</p>}
        toBody={({ domain }) => ({ id: String(domain) })}
        onCancel={onClose}
        onSent={() => {
          onClose();
          void reload();
        }}
      />
    </Candidates>
  );
}

function DomainControl(control: ControlProps<string>) {
  const words = useWords();
  const candidates = useContext(Candidates);
  return (
    <ChoiceSelect
      control={control}
      choices={candidates.map(({ id, shown, type }) => ({
        value: id,
        label: `${shown} · ${words(`domain.spare.type.${type}`)}`,
      }))}
      onChange={control.onChange}
    />
  );
}
