import type { Resource } from '@waypost/contract';
import { type ControlComponent, Drawer, ResourceForm } from '@waypost/host-sdk';

interface PersonFormProps {
  resource: Resource;
  row: Readonly<Record<string, unknown>>;
  fields: readonly string[];
  controls?: Readonly<Record<string, ControlComponent>>;
  onSaved: () => void;
  onClose: () => void;
}

/** A drawer with somebody's fields. */
export function PersonForm({ resource, row, fields, controls, onSaved, onClose }: PersonFormProps) {
  return (
    <ResourceForm
      resource={resource}
      mode="edit"
      row={row}
      only={fields}
      sections={[{ fields }]}
      controls={controls}
      onCancel={onClose}
      onSaved={() => {
        onSaved();
        onClose();
      }}
      frame={({ title, body, buttons, onClose: leave }) => (
        <Drawer title={title} isOpen onClose={leave} footer={buttons}>
          {body}
        </Drawer>
      )}
    />
  );
}
