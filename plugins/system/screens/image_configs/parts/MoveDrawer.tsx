import { Alert } from '@arco-design/web-react';
import { field, type RowOf, zId } from '@waypost/contract';
import {
  CallForm,
  ChoiceSelect,
  type ControlProps,
  Drawer,
  PendingState,
  useClient,
  useTrackOperation,
  useWords,
} from '@waypost/host-sdk';
import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { placeMove } from '../calls.ts';
import { storagePlace } from '../resource.ts';

type PlaceRow = RowOf<typeof storagePlace>;
const FIELDS = { to: field(zId) };
const CONTROLS = { to: TargetControl };
const Targets = createContext<readonly PlaceRow[]>([]);

/** Asks where the files of a place are to go; the move itself goes on in the tray. */
export function MoveDrawer({ place, onClose }: { place: PlaceRow; onClose: () => void }) {
  const words = useWords();
  const client = useClient();
  const track = useTrackOperation();
  const [targets, setTargets] = useState<readonly PlaceRow[]>();
  const [error, setError] = useState<unknown>(null);
  const title = words('system.image_configs.move.title', { name: place.name });
  const look = useCallback(() => {
    setError(null);
    client
      .list(storagePlace, { page: 1, page_size: 200 })
      .then(({ content }) => setTargets(content.filter(({ id }) => id !== place.id)), setError);
  }, [client, place.id]);
  useEffect(look, [look]);
  if (targets === undefined || targets.length === 0)
    return (
      <Drawer title={title} isOpen onClose={onClose} width={480}>
        {targets === undefined ? (
          <PendingState error={error} onRetry={look} lines={3} />
        ) : (
          <Alert type="info" content={words('system.image_configs.move.none')} />
        )}
      </Drawer>
    );
  return (
    <Targets value={targets}>
      <CallForm
        call={placeMove}
        name="system.image_configs_move"
        fields={FIELDS}
        controls={CONTROLS}
        about={place.id}
        submit="system.image_configs.move.verb"
        drawer={{ title, width: 480 }}
        toBody={({ to }) => ({ from: place.id, to })}
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
  const places = useContext(Targets);
  return (
    <ChoiceSelect
      control={control}
      choices={places.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={control.onChange}
    />
  );
}
