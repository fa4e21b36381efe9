import { join } from 'node:path';
import { latinName } from './city-name.ts';
import { readNetworks } from './read-cities.ts';

export const NETWORKS_FILE = join(import.meta.dirname, '../../plugins/qr/places/networks.json');

/** What companies call themselves in Latin letters; the others are read off the characters. */
const OWN: Readonly<Record<string, string>> = {
  阿里云: 'Alibaba Cloud',
  阿里巴巴: 'Alibaba',
  腾讯: 'Tencent',
  腾讯云: 'Tencent Cloud',
  百度: 'Baidu',
  华为: 'Huawei',
  华为云: 'Huawei Cloud',
  世纪互联: '21Vianet',
  鹏博士: 'Dr. Peng',
  歌华: 'Gehua',
  方正宽带: 'Founder Broadband',
  科技网: 'CSTNET',
  电讯盈科: 'PCCW',
  和记电讯: 'Hutchison',
  网宿: 'Wangsu',
  谷歌: 'Google',
  微软: 'Microsoft',
  亚马逊: 'Amazon',
  苹果: 'Apple',
  中华电信: 'Chunghwa Telecom',
};

/** The table that pages name networks with that have no words of their own. */
export function networksText(): string {
  const table = Object.fromEntries(readNetworks().map((name) => [name, OWN[name] ?? latinName(name)]));
  return `${JSON.stringify(table, null, 2)}\n`;
}
