package net.hilo.app;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
