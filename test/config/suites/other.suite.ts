import { findNothingAndLeaveEverything } from './leave-things.js';

findNothingAndLeaveEverything();
