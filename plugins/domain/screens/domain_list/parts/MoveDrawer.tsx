import { Alert } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import {
  CallForm,
  ChoiceSelect,
  type ControlProps,
  Drawer,
  PendingState,
  useCall,
  useFormat,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { createContext, useContext } from 'react';
import { moveCodesCall, moveTargetsCall } from '../calls.ts';
import type { DomainRow } from '../row.ts';

/** Stands for the platform's own address in the list of choices, where an empty text would be nothing chosen. */
const PLATFORM_ADDRESS = 'platform';
const FIELDS = { to: field(moveCodesCall.body.shape.to.min(1)) };
const CONTROLS = { to: TargetControl };
const Targets = createContext<readonly { host: string; shown: string; is_working: boolean }[]>([]);

interface MoveDrawerProps {
  domain: DomainRow;
  onClose: () => void;
}

/** Asks which domain takes the place of one on all its codes, and says first which printed codes keep working. */
export function MoveDrawer({ domain, onClose }: MoveDrawerProps) {
  const words = useWords();
  const format = useFormat();
  const track = useTrackOperation();
  const { data, error, refetch } = useCall(moveTargetsCall, { id: domain.id });
  const title = words('domain.move.title', { name: domain.shown });
  if (data === undefined || !data.is_available || data.codes === 0)
    return (
      <Drawer title={title} isOpen onClose={onClose} width={520}>
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={3} />
        ) : (
          <Alert
            type="info"
            content={words(data.is_available ? 'domain.move.nothing' : 'domain.move.away')}
          />
        )}
      </Drawer>
    );
  const figures = {
    count: data.codes,
    codes: format.number(data.codes),
    printed: format.number(data.printed),
    name: domain.shown,
  };
  return (
    <Targets value={data.targets}>
      <CallForm
        call={moveCodesCall}
        name="domain.move"
        fields={FIELDS}
        controls={CONTROLS}
        about={domain.id}
        submit="domain.move.verb"
        drawer={{ title, width: 520 }}
        extra={
          <>
            <p>{words('domain.move.text', figures)}</p>
            <Alert
              type={data.printed === 0 ? 'info' : 'warning'}
              content={
                data.printed === 0
                  ? words('domain.move.none_printed', figures)
                  : words('domain.move.printed', { ...figures, count: data.printed })
              }
            />
          </>
        }
        toBody={({ to }) => ({ id: domain.id, to: to === PLATFORM_ADDRESS ? '' : String(to) })}
        onCancel={onClose}
        onSent={({ id }) => {
          track(id);
          onClose();
        }}
      />
    </Targets>
  );
}

function TargetControl(control: ControlProps<string>) {
  const words = useWords();
  const targets = useContext(Targets);
  return (
    <ChoiceSelect
      control={control}
      choices={[
        { value: PLATFORM_ADDRESS, label: words('domain.move.to.platform') },
        ...targets.map(({ host, shown, is_working }) => ({
          value: host,
          label: is_working ? shown : `${shown} · ${words('domain.move.not_working')}`,
        })),
      ]}
      onChange={control.onChange}
    />
  );
}
