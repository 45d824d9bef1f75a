import { deliveryKillsSuite } from './delivery-kills.suite.ts';

deliveryKillsSuite(2);
