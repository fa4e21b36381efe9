import type { VisitLink } from '@waypost/contract';
import type { mongo } from 'mongoose';
import { createLinkPublisher } from '../../runtime/visit/store/publisher.ts';

const CODES = 24;

/** Links of three owners, all with open logs, so that raw visits exist to compare with. */
export async function publishLinks(database: mongo.Db, random: () => number) {
  const hex = (): string => Array.from({ length: 24 }, () => Math.floor(random() * 16).toString(16)).join('');
  const run = Date.now().toString(36);
  const owners = [hex(), hex(), hex()];
  const links = Array.from({ length: CODES }, (_, number): VisitLink => {
    const targets = [1, 2].map((target) => ({
      url: `https://t.example/${number}/${target}`,
      weight: 1,
      threshold: 100,
    }));
    return {
      id: hex(),
      owner: owners[number % 3] as string,
      plugin: 'qr',
      host: '',
      code: `${run}${number}`,
      state: 'on',
      targets: number % 2 === 0 ? targets : targets.slice(1),
      rotation_model: number % 4 === 0 ? 3 : 1,
      jump_type: 6,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 2,
    };
  });
  await createLinkPublisher(database).publish(links);
  return { owners, links: new Map(links.map(({ code, id }) => [code, id])) };
}
