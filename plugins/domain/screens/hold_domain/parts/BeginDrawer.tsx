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
import { beginTakeOverCall, planTakeOverCall } from '../calls.ts';

const FIELDS = { spare: field(beginTakeOverCall.body.shape.spare) };
const CONTROLS = { spare: SpareControl };
const Spares = createContext<readonly { id: string; shown: string; is_own: boolean }[]>([]);

interface BeginDrawerProps {
  /** The domain that is left. */
  domain: { id: string; shown: string };
  onClose: () => void;
  onDone: (takeOver: string) => void;
}

/** Asks which spare takes over from a domain, and says first what moves and what becomes of what is printed. */
export function BeginDrawer({ domain, onClose, onDone }: BeginDrawerProps) {
  const words = useWords();
  const format = useFormat();
  const track = useTrackOperation();
  const { data, error, refetch } = useCall(planTakeOverCall, { id: domain.id });
  const name = domain.shown;
  const title = words('domain.take_over.begin.title', { name });
  if (data === undefined || !data.is_available || data.codes === 0 || data.spares.length === 0)
    return (
      <Drawer title={title} isOpen onClose={onClose} width={520}>
        {data === undefined ? (
          <PendingState error={error} onRetry={refetch} lines={3} />
        ) : (
          <Alert type="info" content={words(whyNot(data), { name })} />
        )}
      </Drawer>
    );
  const figures = {
    count: data.codes,
    codes: format.number(data.codes),
    printed: format.number(data.printed),
    name,
  };
  return (
    <Spares value={data.spares}>
      <CallForm
        call={beginTakeOverCall}
        name="domain.take_over"
        fields={FIELDS}
        controls={CONTROLS}
        about={domain.id}
        initial={{ spare: data.spares[0]?.id }}
        submit="domain.take_over.begin.verb"
        drawer={{ title, width: 520 }}
        extra={
          <>
            <p>{words('domain.take_over.begin.text', figures)}</p>
            {data.printed === 0 ? null : (
              <Alert
                type="warning"
                content={words('domain.take_over.begin.printed', { ...figures, count: data.printed })}
              />
            )}
            <p>{words('domain.take_over.begin.lent', { name })}</p>
          </>
        }
        toBody={({ spare }) => ({ id: domain.id, spare: String(spare) })}
        onCancel={onClose}
        onSent={({ id, take_over }) => {
          if (id !== null) track(id);
          onClose();
          onDone(take_over);
        }}
      />
    </Spares>
  );
}

function whyNot(plan: { is_available: boolean; codes: number }): string {
  if (!plan.is_available) return 'domain.move.away';
  return plan.codes === 0 ? 'domain.take_over.begin.nothing' : 'domain.take_over.begin.none';
}

function SpareControl(control: ControlProps<string>) {
  const words = useWords();
  const spares = useContext(Spares);
  return (
    <ChoiceSelect
      control={control}
      choices={spares.map(({ id, shown, is_own }) => ({
        value: id,
        label: is_own ? words('domain.take_over.spare.own', { name: shown }) : shown,
      }))}
      onChange={control.onChange}
    />
  );
}
