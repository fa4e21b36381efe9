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
import { createContext, useContext, useState } from 'react';
import { type HomelessWish, homelessTargetsCall, moveHomelessCall } from '../calls.ts';
import { TriedMove } from './TriedMove.tsx';

/** Stands for the platform's own address in the list of choices, where an empty text would be nothing chosen. */
const PLATFORM_ADDRESS = 'platform';
const FIELDS = { to: field(moveHomelessCall.body.shape.to.min(1)) };
const CONTROLS = { to: TargetControl };

interface Choice {
  targets: readonly { host: string; shown: string; is_working: boolean }[];
  choose: (to: string | undefined) => void;
}
const Targets = createContext<Choice>({ targets: [], choose: () => undefined });

interface MoveDrawerProps {
  wish: HomelessWish;
  /** Only the reader's own. */
  isOwn: boolean;
  onClose: () => void;
  onMoved: () => void;
}

/** Asks where codes are to go, and says first how many there are and which printed pictures go on. */
export function MoveDrawer({ wish, isOwn, onClose, onMoved }: MoveDrawerProps) {
  const words = useWords();
  const format = useFormat();
  const track = useTrackOperation();
  const [to, choose] = useState<string>();
  const body = { ...wish, ...(isOwn ? { own: true } : {}) };
  const { data, error, refetch } = useCall(homelessTargetsCall, body);
  const codes = data?.codes ?? wish.rows?.length ?? 0;
  const title = words('domain.homeless.move.title', { count: codes, codes: format.number(codes) });
  if (data === undefined || !data.is_available || data.codes === 0)
    return (
      <Drawer title={title} isOpen onClose={onClose} width={520}>
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={3} />
        ) : (
          <Alert
            type="info"
            content={words(data.is_available ? 'domain.homeless.move.nothing' : 'domain.homeless.away.text')}
          />
        )}
      </Drawer>
    );
  const hostOf = (value: unknown) => (value === PLATFORM_ADDRESS ? '' : String(value));
  return (
    <Targets value={{ targets: data.targets, choose }}>
      <CallForm
        call={moveHomelessCall}
        name="domain.homeless_move"
        fields={FIELDS}
        controls={CONTROLS}
        about={JSON.stringify(wish)}
        submit="domain.homeless.move.verb"
        drawer={{ title, width: 520 }}
        extra={
          <>
            {data.is_one_owner ? null : <Alert type="info" content={words('domain.homeless.move.several')} />}
            {to === undefined ? null : <TriedMove body={{ ...body, to: hostOf(to) }} />}
          </>
        }
        toBody={({ to }) => ({ ...body, to: hostOf(to) })}
        onCancel={onClose}
        onSent={({ id }) => {
          track(id);
          onMoved();
          onClose();
        }}
      />
    </Targets>
  );
}

function TargetControl(control: ControlProps<string>) {
  const words = useWords();
  const { targets, choose } = useContext(Targets);
  return (
    <ChoiceSelect
      control={control}
      choices={[
        ...targets.map(({ host, shown, is_working }) => ({
          value: host,
          label: is_working ? shown : `${shown} · ${words('domain.homeless.move.to.broken')}`,
        })),
        { value: PLATFORM_ADDRESS, label: words('domain.homeless.move.to.platform') },
      ]}
      onChange={(value) => {
        control.onChange(value);
        choose(value);
      }}
    />
  );
}
