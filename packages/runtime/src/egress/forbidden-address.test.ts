import { describe, expect, it } from 'vitest';
import { isForbiddenAddress } from './forbidden-address.ts';

const forbidden = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254
  169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
  192.168.0.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
  255.255.255.255 168.63.129.16
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:168.63.129.16
  ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::169.254.169.254 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a9fe:a9fe::
  2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:db8::1 3fff::1 5f00::1 100::1 fc00::1 fd00::1
  fd00:ec2::254 fe80::1 fe80::1%eth0 fec0::1 ff02::1 4000::1 localhost
`;
const open = `
  1.1.1.1 8.8.8.8 93.184.216.34 100.63.255.255 100.128.0.1 172.15.0.1 172.32.0.1 192.167.1.1 198.17.0.1
  198.20.0.1 168.63.129.15 168.63.129.17 223.255.255.255 ::ffff:8.8.8.8 2606:4700:4700::1111 2a00:1450:4001::1
`;
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe('forbidden addresses (RFC 6890 and what clouds add)', () => {
  it.each(words(forbidden))('refuses %s', (address) => {
    expect(isForbiddenAddress(address)).toBe(true);
  });

  it.each(words(open))('lets %s pass', (address) => {
    expect(isForbiddenAddress(address)).toBe(false);
  });
});
