import { fullStorageTest, smallDiskEnvironment } from './small-disk.suite.ts';

fullStorageTest(smallDiskEnvironment(), 1);
