package dev.cosmosblog.local.spring.sample;

import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class BlogApplication {}
